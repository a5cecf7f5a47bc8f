import type { ComponentChildren } from "preact";

/** Drawn with strokes in the colour of the text, which the style sheet sets; without it they still have a size. */
function Icon({ name = "", children }: { name?: string; children: ComponentChildren }) {
  return (
    <svg class={`fts-icon ${name}`} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  );
}

export function ChevronIcon() {
  return (
    <Icon name="fts-chevron">
      <path d="m9 5 7 7-7 7" />
    </Icon>
  );
}

export function ClockIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </Icon>
  );
}

export function BackIcon() {
  return (
    <Icon name="fts-back-icon">
      <path d="m15 5-7 7 7 7" />
    </Icon>
  );
}
