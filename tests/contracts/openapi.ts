import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { scopeOf } from '#keys/rules/scopes.ts'
import type { CallError } from '#platform/live/call-errors.ts'
import type { Rates } from '#platform/live/rates.ts'
import { membersOf, queryForm } from '#rest/rules/json-values.ts'
import { type AnyContract, isPublication, type Operation, operationOf } from '#rest/rules/operations.ts'
import { exampleArgument } from './examples.ts'
import { formatRates } from './rate-table.ts'
import type { ContractTypes, TypeShape } from './types.ts'

type JsonSchema = { [key: string]: unknown }

/**
 * Finds the checks of ours that come before a schema in a pipe (`v.pipe(v.custom(…), v.record(…))`), and what follows each. The library knows
 * nothing of what they check, and leaves out all that follows.
 */
function findFollowers(schema: unknown, found = new Map<object, object>(), seen = new Set<object>()): ReadonlyMap<object, object> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return found
  seen.add(schema)
  const { pipe } = schema as { pipe?: { kind: string; type: string }[] }
  if (Array.isArray(pipe) && pipe[0]?.type === 'custom') {
    const next = pipe.find(each => each.kind === 'schema' && each.type !== 'custom')
    if (next !== undefined) found.set(pipe[0], next)
  }
  for (const member of Object.values(schema)) findFollowers(member, found, seen)
  return found
}

/** The schema of an argument or a part of it, as it is written in JSON. What a rule of ours checks besides is not in it. */
function inputSchema(schema: unknown): JsonSchema {
  const followers = findFollowers(schema)
  const { $schema: _, ...rest } = toJsonSchema(schema as v.GenericSchema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema({ valibotSchema, jsonSchema }) {
      if (valibotSchema.type === 'date') return { type: 'string', format: 'date-time' }
      // A check of ours comes before the schema.
      const next = followers.get(valibotSchema)
      return next === undefined ? jsonSchema : (inputSchema(next) as never)
    },
  }) as JsonSchema
  return withBounds(rest)
}

/** Writes the bounds that our schemas keep as metadata as JSON Schema does. Those of texts are in characters, as JSON Schema counts them. */
function withBounds(schema: JsonSchema): JsonSchema {
  const { min, max, lines: _lines, decimals, ...plain } = schema
  const own = Object.fromEntries(
    Object.entries(plain).map(([key, value]) => [
      key,
      Array.isArray(value)
        ? value.map(each => (typeof each === 'object' && each !== null ? withBounds(each as JsonSchema) : each))
        : typeof value === 'object' && value !== null
          ? mapProperties(key, value as JsonSchema)
          : value,
    ]),
  )
  if (plain.type === 'number' && min !== undefined)
    return { ...own, type: decimals === undefined ? 'integer' : 'number', minimum: min, maximum: max }
  if (plain.type === 'string' && max !== undefined) return { ...own, ...(min === 0 ? {} : { minLength: min }), maxLength: max }
  return own
}

/** The members of `properties` are schemas, whatever their names are. */
const mapProperties = (key: string, value: JsonSchema): JsonSchema =>
  key === 'properties'
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withBounds(member as JsonSchema)]))
    : withBounds(value)

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The schema of an answer or a document, from its type. */
function answerSchema(shape: TypeShape): JsonSchema {
  switch (shape.kind) {
    case 'text':
      return { type: 'string' }
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'number':
    case 'boolean':
    case 'null':
      return { type: shape.kind }
    case 'literal':
      return { const: shape.value }
    case 'list':
      return { type: 'array', items: answerSchema(shape.item) }
    case 'record':
      return { type: 'object', additionalProperties: answerSchema(shape.value) }
    case 'either': {
      const literals = shape.options.flatMap(option => (option.kind === 'literal' ? [option.value] : []))
      return literals.length === shape.options.length ? { enum: literals } : { anyOf: shape.options.map(answerSchema) }
    }
    case 'object':
      return objectSchema(shape)
    case 'named':
      return ref(shape.name)
    default:
      return {}
  }
}

const objectSchema = ({ members }: Extract<TypeShape, { kind: 'object' }>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    members.map(({ key, shape, comment }) => [
      key,
      // Beside a reference, OpenAPI 3.1 allows a description.
      { ...answerSchema(shape), ...(comment === '' ? {} : { description: comment }) },
    ]),
  ),
  required: members.filter(({ optional }) => !optional).map(({ key }) => key),
})

/** A document has its id beside what its type says. */
function documentSchema(shape: TypeShape): JsonSchema {
  const id = { type: 'object', properties: { _id: { type: 'string' } }, required: ['_id'] }
  return { allOf: [id, answerSchema(shape)] }
}

const PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string', description: 'a sentence for people, in English' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'by which programs tell errors apart' },
    field: { type: 'string', description: 'the field that is wrong first' },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
    details: {},
  },
  required: ['type', 'title', 'status', 'code'],
}

/** The errors that every operation may answer besides those of its contract. */
const ALWAYS: Readonly<Record<string, { status: number; description: string }>> = {
  Invalid: { status: 400, description: 'A parameter or a field is wrong, unknown or missing: `problems` names each.' },
  NoKey: { status: 401, description: 'It needs a key (`sign-in-first`), or the key is not valid (`key-unknown`).' },
  Forbidden: {
    status: 403,
    description:
      'The owner of the key may not do this, the key lacks the scope (`key-needs-scope`) or is for another event (`key-of-other`).',
  },
  TooLarge: { status: 413, description: 'The body is too large.' },
  TooMany: { status: 429, description: 'Too many calls: try again after `Retry-After` seconds.' },
  Failed: { status: 500, description: 'The server has failed.' },
  Unavailable: { status: 503, description: 'The database is out of reach.' },
}

const problemResponse = (description: string): JsonSchema => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
})

const headersOf = (contract: AnyContract): JsonSchema => ({
  ETag: { schema: { type: 'string' }, description: 'changes with the answer' },
  Age: {
    schema: { type: 'integer' },
    description: 'how many seconds old the answer may be, while the database is out of reach; missing: it is as new as the database',
  },
  ...(isPublication(contract) && contract.terms.parts !== undefined
    ? {
        Link: {
          schema: { type: 'string' },
          description:
            'the address of the next part, relative to that of the request, with `rel="next"` (RFC 8288); missing: nothing follows',
        },
      }
    : {}),
})

function responses(contract: AnyContract, answer: JsonSchema, reads: boolean): JsonSchema {
  const { errors } = contract.terms
  const all: Record<string, JsonSchema> = {
    200: {
      description: 'The answer.',
      ...(reads ? { headers: headersOf(contract) } : {}),
      content: { 'application/json': { schema: answer } },
    },
    ...(reads ? { 304: { description: 'The answer has the entity tag of `If-None-Match`.' } } : {}),
  }
  for (const [name, { status }] of Object.entries(ALWAYS)) all[status] = { $ref: `#/components/responses/${name}` }
  const own = new Map<number, CallError[]>()
  for (const error of errors) if (typeof error.error === 'number') own.set(error.error, [...(own.get(error.error) ?? []), error])
  for (const [status, list] of own) {
    const sentences = [...new Map(list.map(each => [each.code, each.reason]))].map(([code, reason]) => `- \`${code}\`: ${reason}`)
    const usual = Object.values(ALWAYS).find(each => each.status === status)?.description
    all[status] = problemResponse([...(usual === undefined ? [] : [usual]), ...sentences].join('\n'))
  }
  return all
}

function operationObject(
  { contract, method }: Operation,
  { types, exported, rates }: { types: ContractTypes; exported: ReadonlyMap<string, string>; rates: ReadonlyMap<string, Rates> },
): JsonSchema {
  const { name, terms, input } = contract
  const exportName = exported.get(name)!
  const reads = method === 'GET'
  const answer = isPublication(contract)
    ? {
        type: 'object',
        properties: Object.fromEntries(
          contract.collections.map(each => [each, { type: 'array', items: ref(`${types.documents.get(each)!}OfList`) }]),
        ),
        required: [...contract.collections],
      }
    : answerSchema(types.answers.get(exportName)!)
  const example = JSON.parse(JSON.stringify(exampleArgument(contract))) as Record<string, unknown>
  const often = isPublication(contract) ? '' : ` At most ${formatRates(rates.get(name)!)}.`
  const members = Object.entries(membersOf(input))
  const required = (inputSchema(input).required ?? []) as string[]
  return {
    operationId: name.replaceAll('.', '_'),
    tags: [name.split('.')[0]],
    summary: name,
    description: `${types.comments.get(exportName)!}\n\nFor: ${terms.access}.${often}`.trim(),
    'x-scope': scopeOf(terms.access, reads),
    // Without a key it is called as somebody who is not signed in.
    security: terms.access === 'everybody' ? [{}, { key: [] }] : [{ key: [] }],
    ...(reads
      ? {
          parameters: members.map(([key, schema]) => {
            const part = inputSchema(schema)
            const isJson = queryForm(schema) === 'json'
            const sample = key in example ? { example: example[key] } : {}
            return {
              name: key,
              in: 'query',
              required: required.includes(key),
              ...(isJson ? { content: { 'application/json': { schema: part, ...sample } } } : { schema: part, ...sample }),
            }
          }),
        }
      : {
          ...(members.some(([key]) => key === '_id')
            ? {
                parameters: [
                  {
                    name: 'Idempotency-Key',
                    in: 'header',
                    required: false,
                    description: 'a UUIDv7, in place of `_id`: repeating the call with it changes nothing more',
                    schema: { type: 'string' },
                  },
                ],
              }
            : {}),
          requestBody: { required: members.length > 0, content: { 'application/json': { schema: inputSchema(input), example } } },
        }),
    responses: responses(contract, answer, reads),
  }
}

/**
 * Returns the OpenAPI 3.1 document of all calls that are offered over HTTP.
 * @param exported the name that each contract is exported by, by its own name
 * @param guide how operations are called, as Markdown
 */
export function openApiDocument(
  contracts: readonly AnyContract[],
  exported: ReadonlyMap<string, string>,
  types: ContractTypes,
  rates: ReadonlyMap<string, Rates>,
  guide: string,
): JsonSchema {
  const operations = contracts.flatMap(contract => operationOf(contract) ?? [])
  const schemas: Record<string, JsonSchema> = { Problem: PROBLEM }
  for (const [name, { shape, comment }] of types.named)
    schemas[name] = { ...answerSchema(shape), ...(comment === '' ? {} : { description: comment }) }
  for (const name of new Set(types.documents.values())) schemas[`${name}OfList`] = documentSchema({ kind: 'named', name })
  const paths: Record<string, JsonSchema> = {}
  for (const operation of operations)
    paths[operation.path] = { [operation.method.toLowerCase()]: operationObject(operation, { types, exported, rates }) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skillshot',
      version: '1',
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ contract: { name } }) => name.split('.')[0]!))].map(name => ({ name })),
    paths,
    components: {
      schemas: usedSchemas(schemas, [paths, ref('Problem')]),
      responses: Object.fromEntries(Object.entries(ALWAYS).map(([name, { description }]) => [name, problemResponse(description)])),
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'a key, which users make on the page of their account' } },
    },
  }
}

/** Returns the schemas to which the paths refer, directly or by others. */
function usedSchemas(schemas: Readonly<Record<string, JsonSchema>>, paths: unknown): Record<string, JsonSchema> {
  const used = new Map<string, JsonSchema>()
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name!]
      if (used.has(name!)) continue
      if (schema === undefined) throw new Error(`The document of the API has no schema ${name}`)
      used.set(name!, schema)
      follow(schema)
    }
  }
  follow(paths)
  return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The document as it is stored: a line for each path and schema, so that a change of one is a change of one line. */
export function printDocument({ paths, components, ...head }: JsonSchema): string {
  const lines = (object: object): string =>
    `{\n${Object.entries(object)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')}\n}`
  const { schemas, ...others } = components as { schemas: object }
  return `${JSON.stringify(head).slice(0, -1)},\n"paths":${lines(paths as object)},\n"components":${JSON.stringify(others).slice(0, -1)},"schemas":${lines(schemas)}}}\n`
}
