export { type Clock, type ManualClock, manualClock, systemClock } from "./clock.ts";
export { ConfigError, readConfig, type Setting, type SettingValue, setting } from "./config.ts";
export { ServiceError, type ServiceErrorOptions, serviceError } from "./errors.ts";
export { Readiness, type ReadinessReport, startHealthListener } from "./health.ts";
export { isId, newId } from "./ids.ts";
export { createLogger, type Logger } from "./logger.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { runUntilSignal, type Service } from "./run.ts";
export { currentTraceparent, parseTraceparent, type SpanOptions, withSpan } from "./tracing.ts";
