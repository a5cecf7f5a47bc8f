/** Keeps the things that were asked for last, so many of them. */
export class Kept<K, V> {
  readonly #values = new Map<K, V>();

  constructor(readonly most: number) {}

  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    // What was asked for last stands last.
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.most) this.#values.delete(this.#values.keys().next().value as K);
  }

  delete(key: K): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
