/** Drawn with strokes in the colour of the text, which the style sheet sets; without it they still have a size. */

export function SearchIcon() {
  return (
    <svg class="fts-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </svg>
  );
}

export function CloseIcon() {
  return (
    <svg class="fts-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m6 6 12 12M18 6 6 18" />
    </svg>
  );
}

export function ChevronIcon() {
  return (
    <svg class="fts-icon fts-chevron" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m9 5 7 7-7 7" />
    </svg>
  );
}

export function ClockIcon() {
  return (
    <svg class="fts-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </svg>
  );
}

export function BackIcon() {
  return (
    <svg class="fts-icon fts-back-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m15 5-7 7 7 7" />
    </svg>
  );
}
