import { type SettingValue, setting } from "@openintents/process";

/** How the timeline behaves, wherever it runs. */
export const timelineSettings = {
  consumerGroup: setting.string({
    env: "TIMELINE_CONSUMER_GROUP",
    default: "timeline",
    help: "consumer group on the event log; a new name reads the log from its beginning",
  }),
  retentionDays: setting.integer({
    env: "TIMELINE_RETENTION_DAYS",
    default: 396,
    min: 1,
    max: 3660,
    help: "days after its last event at which an intent's timeline is deleted; 13 months when unset",
  }),
};

export type TimelineConfig = Readonly<{
  [K in keyof typeof timelineSettings]: SettingValue<(typeof timelineSettings)[K]>;
}>;
