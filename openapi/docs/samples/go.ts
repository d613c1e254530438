import type { SampleCall } from "./call.ts";
import { addressOf } from "./address.ts";

/** The call in Go, with its standard library only. */
export function goSample(call: SampleCall): string {
  const { method, body, credential } = call;
  // JSON can write the character that would end Go's raw text as an escape.
  const json =
    body === undefined
      ? ""
      : JSON.stringify(body, null, 2).replaceAll("`", "\\u0060").replaceAll("\n", "\n\t");
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"${body === undefined ? "" : '\n\t"strings"'}
)

func main() {
${body === undefined ? "" : `\tbody := strings.NewReader(\`${json}\`)\n`}	request, err := http.NewRequest("${method}", "${addressOf(call)}", ${body === undefined ? "nil" : "body"})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("${credential}"))
${body === undefined ? "" : '\trequest.Header.Set("Content-Type", "application/json")\n'}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
	if response.StatusCode >= 300 {
		log.Fatal(response.Status)
	}
}`;
}
