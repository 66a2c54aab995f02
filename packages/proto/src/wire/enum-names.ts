import { type DescEnum, getOption } from "@bufbuild/protobuf";
import { value as valueOption } from "../gen/openintents/wire/v1/wire_pb.ts";

type EnumNames = { byNumber: Map<number, string>; byName: Map<string, number>; names: string[] };

const cache = new WeakMap<DescEnum, EnumNames>();

function compile(desc: DescEnum): EnumNames {
  const byNumber = new Map<number, string>();
  const prefix = desc.sharedPrefix ?? "";
  for (const item of desc.values) {
    // Value 0 is proto's "not set"; it has no name on the wire.
    if (item.number === 0 || byNumber.has(item.number)) continue;
    byNumber.set(item.number, getOption(item, valueOption).name || item.name.slice(prefix.length).toLowerCase());
  }
  return {
    byNumber,
    byName: new Map([...byNumber].map(([number, name]) => [name, number])),
    names: [...byNumber.values()],
  };
}

function namesOf(desc: DescEnum): EnumNames {
  let names = cache.get(desc);
  if (names === undefined) {
    names = compile(desc);
    cache.set(desc, names);
  }
  return names;
}

/** Wire name of an enum value ("requires_input"); null for 0 and for numbers that the enum does not define. */
export function enumName(desc: DescEnum, value: number): string | null {
  return namesOf(desc).byNumber.get(value) ?? null;
}

/** Number of a wire name; undefined when the enum has none such. Value 0 has no name. */
export function enumValue(desc: DescEnum, name: string): number | undefined {
  return namesOf(desc).byName.get(name);
}

/** All wire names in the order of the definition. */
export function enumNames(desc: DescEnum): readonly string[] {
  return namesOf(desc).names;
}
