/** Runs the product as a separate process on an empty data folder, and calls it as accounts of the demo. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#tests/support/ports.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
export const PASSWORD = "packhorse-demo";

/** Returns the response document; fails with the response when it is not a success. */
export type Ask = <T>(method: string, address: string, body?: object) => Promise<T>;

export interface Product {
  base_url: string;
  signedIn(email: string): Promise<Ask>;
  /** Ends the process and deletes its data. */
  stop(): Promise<void>;
}

export async function startProduct(env: Record<string, string>): Promise<Product> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-pictures-"));
  const port = await freePort();
  const base_url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["packhorse.js"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      MQTT_PORT: "0",
      DATABASE_URL: "",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  const stop = async () => {
    const gone = once(child, "exit");
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  await printed(child, "Sign in at").catch(async (error) => {
    await stop();
    throw error;
  });
  return { base_url, signedIn: (email) => signedIn(base_url, email), stop };
}

async function signedIn(base_url: string, email: string): Promise<Ask> {
  let token = "";
  const ask: Ask = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const answer = await fetch(base_url + address, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document = (await answer.json()) as T & { message?: string };
    assert(answer.ok, `${method} ${address} answered ${answer.status}: ${document.message}`);
    return document;
  };
  ({ access_token: token } = await ask<{ access_token: string }>("POST", "/api/v1/user/login", {
    email,
    password: PASSWORD,
  }));
  return ask;
}

/** Resolves after the product has printed this text; rejects when it exits before. */
async function printed(child: ChildProcess, words: string): Promise<void> {
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      text += String(chunk);
      if (text.includes(words)) resolve();
    });
    child.once("exit", () => reject(new Error(`The product ended early:\n${text}`)));
  });
}
