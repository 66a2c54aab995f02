// The kept parser, confined here: it sees one bounded window at a time, so that its cost stays linear in the text.
import * as chrono from "chrono-node";

/** What it understood, on the local calendar; the hour is null for a day alone. */
export interface KeptTime {
  start: number;
  end: number;
  from: KeptMoment;
  to: KeptMoment | null;
}

export interface KeptMoment {
  year: number;
  month: number;
  day: number;
  hour: number | null;
  minute: number;
  second: number;
}

const LONGEST_WINDOW = 400;

/** Times in one window, counted from a local moment. Longer windows are not read. */
export function readKeptTimes(window: string, local: KeptMoment): KeptTime[] {
  if (window.length > LONGEST_WINDOW) return [];
  const instant = new Date(
    Date.UTC(local.year, local.month - 1, local.day, local.hour ?? 0, local.minute, local.second),
  );
  return chrono.casual.parse(window, { instant, timezone: 0 }, { forwardDate: true }).map((found) => ({
    start: found.index,
    end: found.index + found.text.length,
    from: moment(found.start),
    to: found.end ? moment(found.end) : null,
  }));
}

function moment(part: chrono.ParsedComponents): KeptMoment {
  return {
    year: part.get("year") ?? 0,
    month: part.get("month") ?? 1,
    day: part.get("day") ?? 1,
    hour: part.isCertain("hour") ? part.get("hour") : null,
    minute: part.get("minute") ?? 0,
    second: part.get("second") ?? 0,
  };
}
