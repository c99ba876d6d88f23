#!/bin/sh
# The clients of swagger-typescript-api have the right type for a parameter of a query that is JSON, and send it as "[object Object]".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent swagger-typescript-api@13.13.0
cat >spec.json <<'JSON'
{ "openapi": "3.1.0", "info": { "title": "Boards", "version": "1" }, "servers": [{ "url": "https://scores.example" }],
  "paths": { "/boards": { "get": { "operationId": "top",
    "parameters": [{ "name": "scope", "in": "query", "content": { "application/json": { "schema": {
      "type": "object", "properties": { "machine": { "type": "string" } } } } } }],
    "responses": { "200": { "description": "places", "content": { "application/json": { "schema": {
      "type": "array", "items": { "type": "integer" } } } } } } } } } }
JSON
npx swagger-typescript-api generate -p spec.json -o made -n api.js --js >/dev/null
cp made/api.js api.mjs
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Api } from './api.mjs'

const asked = []
const customFetch = async url => {
  asked.push(url)
  return new Response('[1]', { headers: { 'content-type': 'application/json' } })
}
const { boards } = new Api({ customFetch })
await boards.top({ scope: { machine: 'xenon' } })
const [, type] = /scope\?: (\{[^}]*\}|\w+)/.exec(readFileSync('made/api.d.ts', 'utf8'))
console.log('swagger-typescript-api 13.13.0')
console.log('Behaviour: it takes the schema of a parameter with `content` (OpenAPI 3.1, 4.8.12) for its type, and not for how it is written.')
console.log(`type of the parameter: ${type.replaceAll(/\s+/g, ' ')}`)
console.log(`sent: ${decodeURIComponent(asked[0])}`)
assert.equal(decodeURIComponent(asked[0]), 'https://scores.example/boards?scope=[object Object]')
JS
node try.mjs
