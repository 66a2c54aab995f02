import { type DescExtension, type DescFile, type DescService, toBinary } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { ErrorSchema } from "@openintents/proto";
import type { Handler } from "./method-plan.ts";
import { Code } from "./status.ts";

type Reply = { case: string; value: unknown };
type Question = { messageRequest: { case: string | undefined; value: unknown } };
type ExtensionQuestion = { containingType: string; extensionNumber: number };

const NOT_FOUND: Reply = { case: "errorResponse", value: { errorCode: Code.NOT_FOUND, errorMessage: "not found" } };

/** All that reflection can be asked about a set of services; built when first asked. */
class Descriptors {
  private readonly files = new Map<string, DescFile>();
  private readonly symbols = new Map<string, DescFile>();
  private readonly extensions: DescExtension[] = [];

  constructor(services: readonly DescService[]) {
    for (const service of services) this.addFile(service.file);
    // No method names it, but every refusal carries it in its details.
    this.addFile(ErrorSchema.file);
  }

  file(name: string): DescFile | undefined {
    return this.files.get(name);
  }

  fileOf(symbol: string): DescFile | undefined {
    return this.symbols.get(symbol);
  }

  extensionsOf(typeName: string): DescExtension[] {
    return this.extensions.filter((extension) => extension.extendee.typeName === typeName);
  }

  private addFile(file: DescFile): void {
    // Descriptors name a file without its ending, reflection with it.
    if (this.files.has(file.proto.name)) return;
    this.files.set(file.proto.name, file);
    for (const dependency of file.dependencies) this.addFile(dependency);
    for (const type of nestedTypes(file)) {
      this.symbols.set(type.typeName, file);
      if (type.kind === "extension") this.extensions.push(type);
      if (type.kind === "service")
        for (const one of type.methods) this.symbols.set(`${type.typeName}.${one.name}`, file);
      if (type.kind === "message")
        for (const one of type.members) this.symbols.set(`${type.typeName}.${one.name}`, file);
      if (type.kind === "enum") {
        // A value's name stands beside its enum's, not below it.
        const scope = type.parent?.typeName ?? file.proto.package;
        for (const one of type.values) this.symbols.set(scope === "" ? one.name : `${scope}.${one.name}`, file);
      }
    }
  }
}

/** The file and everything it imports, each once: strict clients ask for no more. */
function withDependencies(file: DescFile | undefined): Reply {
  if (file === undefined) return NOT_FOUND;
  const found = new Map<string, Uint8Array>();
  const add = (one: DescFile): void => {
    if (found.has(one.proto.name)) return;
    found.set(one.proto.name, toBinary(FileDescriptorProtoSchema, one.proto));
    for (const dependency of one.dependencies) add(dependency);
  };
  add(file);
  return { case: "fileDescriptorResponse", value: { fileDescriptorProto: [...found.values()] } };
}

function answer(descriptors: Descriptors, services: readonly DescService[], question: Question): Reply {
  const { case: kind, value } = question.messageRequest;
  switch (kind) {
    case "listServices":
      return { case: "listServicesResponse", value: { service: services.map(({ typeName: name }) => ({ name })) } };
    case "fileByFilename":
      return withDependencies(descriptors.file(String(value)));
    case "fileContainingSymbol":
      return withDependencies(descriptors.fileOf(String(value)));
    case "fileContainingExtension": {
      const { containingType, extensionNumber } = value as ExtensionQuestion;
      const found = descriptors.extensionsOf(containingType).find(({ number }) => number === extensionNumber);
      return withDependencies(found?.file);
    }
    case "allExtensionNumbersOfType": {
      const baseTypeName = String(value);
      const extensionNumber = descriptors.extensionsOf(baseTypeName).map(({ number }) => number);
      const known = extensionNumber.length > 0 || descriptors.fileOf(baseTypeName) !== undefined;
      return known ? { case: "allExtensionNumbersResponse", value: { baseTypeName, extensionNumber } } : NOT_FOUND;
    }
    default:
      return {
        case: "errorResponse",
        value: { errorCode: Code.INVALID_ARGUMENT, errorMessage: "the request asks nothing" },
      };
  }
}

/** Handlers of either version of grpc.reflection; `services` may still grow. */
export function reflectionHandlers(services: readonly DescService[]): Record<string, Handler> {
  let known = 0;
  let descriptors = new Descriptors([]);
  async function* serverReflectionInfo(requests: AsyncIterable<Question & { host: string }>): AsyncGenerator<unknown> {
    for await (const request of requests) {
      if (known !== services.length) {
        descriptors = new Descriptors(services);
        known = services.length;
      }
      const messageResponse = answer(descriptors, services, request);
      yield { validHost: request.host, originalRequest: request, messageResponse };
    }
  }
  return { serverReflectionInfo: serverReflectionInfo as Handler };
}
