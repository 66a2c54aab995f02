// Fetches the jars of the Kafka broker that the tests run against, unless they are there.
import { fetchKafka, kafkaAvailable } from "@openintents/testing";

if (kafkaAvailable()) {
  console.log("kafka: already in .cache/kafka");
} else {
  console.log("kafka: fetching the broker's jars into .cache/kafka …");
  const why = await fetchKafka();
  if (why !== null) {
    console.log(`kafka: not to be had: ${why}`);
    process.exitCode = 1;
  }
}
