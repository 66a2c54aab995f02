export { type Broker, startBroker } from "./kafka-broker.ts";
export { fetchKafka, kafkaAvailable } from "./kafka-jars.ts";
export { emptyDatabase, type TestDatabase, type TestSchema, testDatabase } from "./test-database.ts";
export { testLogger } from "./test-logger.ts";
export { testServerUrl } from "./test-server.ts";
export { type Answer, type Delivery, type WebhookReceiver, webhookReceiver } from "./webhook-receiver.ts";
