/** Runs the first job at once, and of those that follow quickly only the last, when it has been quiet for a while. */
export class Debounce {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #job: (() => void) | undefined;

  constructor(readonly milliseconds: number) {}

  run(job: () => void): void {
    if (this.#timer === undefined) job();
    else this.#job = job;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, this.milliseconds);
  }

  /** Does not wait any longer for the job that is due. */
  flush(): void {
    const job = this.#job;
    this.#job = undefined;
    job?.();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#job = undefined;
  }
}
