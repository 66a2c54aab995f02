import { serviceError } from "@openintents/process";

const NAME = /^[0-9a-z_.-]+$/;
const VALUE = /^[ -~]*$/;

/** Text metadata of a call or its trailers. Names are case-insensitive and kept in lower case. */
export class Metadata {
  private readonly values = new Map<string, string>();

  /** Entries whose value is undefined are left out. */
  static from(init: Record<string, string | undefined>): Metadata {
    const metadata = new Metadata();
    metadata.merge(init);
    return metadata;
  }

  /** Entries that came over the wire, whose names and values the transport has checked. */
  static received(entries: Record<string, unknown>): Metadata {
    const metadata = new Metadata();
    for (const name in entries) {
      const value = entries[name];
      if (typeof value === "string" && !name.startsWith("grpc-")) metadata.values.set(name, value);
    }
    return metadata;
  }

  get(name: string): string | undefined {
    return this.values.get(name) ?? this.values.get(name.toLowerCase());
  }

  /**
   * Replaces the entry. A value that cannot travel (anything but printable ASCII) is refused
   * with `parameter_invalid` and the entry's name in `param`.
   */
  set(name: string, value: string): this {
    const key = name.toLowerCase();
    if (!NAME.test(key) || key.startsWith("grpc-") || key.endsWith("-bin")) {
      throw new TypeError(`${JSON.stringify(name)} cannot name a metadata entry`);
    }
    if (!VALUE.test(value)) {
      throw serviceError("parameter_invalid", `${key} must be printable ASCII`, { param: key });
    }
    this.values.set(key, value);
    return this;
  }

  delete(name: string): void {
    this.values.delete(name.toLowerCase());
  }

  entries(): IterableIterator<[string, string]> {
    return this.values.entries();
  }

  /** Sets every entry of `other` over those that are there. */
  merge(other: Metadata | Record<string, string | undefined>): this {
    if (other instanceof Metadata) {
      for (const [name, value] of other.values) this.values.set(name, value);
      return this;
    }
    for (const name of Object.keys(other)) {
      const value = other[name];
      if (value !== undefined) this.set(name, value);
    }
    return this;
  }
}
