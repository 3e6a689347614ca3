/** The methods `prompts/list` and `prompts/get`, for a server that has prompts. */
import type { Answer, Call, Method } from "./call.ts";
import { CODES, isObject, RpcError } from "./json-rpc.ts";
import type { Prompt } from "./server.ts";

const ARGUMENT_MAX = 500;

export function buildPromptMethods(prompts: readonly Prompt[]): Record<string, Method> {
  const by_name = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  const list = JSON.stringify(prompts.map(({ build: _build, ...listed }) => listed));
  return {
    "prompts/list": () => ({ members: `"prompts":${list}`, is_cacheable: true }),
    "prompts/get": (call) => getPrompt(by_name, call),
  };
}

function getPrompt(by_name: ReadonlyMap<string, Prompt>, { params }: Call): Answer {
  const { name, arguments: given_arguments = {} } = params;
  const prompt = typeof name === "string" ? by_name.get(name) : undefined;
  if (prompt === undefined)
    throw wrong(`Unknown prompt: ${String(name)}. The prompts are ${[...by_name.keys()].join(", ")}.`);
  if (!isObject(given_arguments)) throw wrong("The arguments of a prompt are an object.");
  const args: Record<string, string> = {};
  for (const [argument, value] of Object.entries(given_arguments)) {
    if (!prompt.arguments.some((one) => one.name === argument))
      throw wrong(`${prompt.name} has no argument ${argument}.`);
    if (typeof value !== "string" || value.length > ARGUMENT_MAX)
      throw wrong(`The argument ${argument} is a text of at most ${ARGUMENT_MAX} characters.`);
    if (value.trim() !== "") args[argument] = value.trim();
  }
  const missing = prompt.arguments.find((one) => one.required && args[one.name] === undefined);
  if (missing !== undefined) throw wrong(`${prompt.name} needs the argument ${missing.name}.`);
  const messages = [{ role: "user", content: { type: "text", text: prompt.build(args) } }];
  return {
    members: `"description":${JSON.stringify(prompt.description)},"messages":${JSON.stringify(messages)}`,
  };
}

const wrong = (message: string) => new RpcError(CODES.invalid_params, message);
