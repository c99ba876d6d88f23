type JsonSchema = { [key: string]: unknown }

interface Operation {
  summary: string
  description: string
  parameters?: {
    name: string
    in: string
    required: boolean
    schema?: JsonSchema
    content?: { 'application/json': { schema: JsonSchema } }
  }[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: { 200: { content: { 'application/json': { schema: JsonSchema } } } }
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

const isName = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key)
const member = (key: string): string => (isName(key) ? key : JSON.stringify(key))

/** Returns a schema of the document as a type. It uses no more of JSON Schema than the document does. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, anyOf, oneOf, allOf, items, additionalProperties } = schema
  const alternatives = anyOf ?? oneOf
  if (typeof $ref === 'string') return $ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(each => JSON.stringify(each)).join(' | ')
  if (Array.isArray(alternatives)) return [...new Set(alternatives.map(each => typeOf(each as JsonSchema)))].join(' | ')
  if (Array.isArray(allOf)) return allOf.map(each => `(${typeOf(each as JsonSchema)})`).join(' & ')
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `(${typeOf((items ?? {}) as JsonSchema)})[]`
    case 'object':
      if (typeof additionalProperties === 'object') return `{ [key: string]: ${typeOf(additionalProperties as JsonSchema)} }`
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType({ properties = {}, required = [] }: { properties?: object; required?: unknown }): string {
  const members = Object.entries(properties).map(
    ([key, schema]) => `${member(key)}${(required as string[]).includes(key) ? '' : '?'}: ${typeOf(schema as JsonSchema)}`,
  )
  return members.length === 0 ? '{ [key: string]: never }' : `{ ${members.join('; ')} }`
}

function argumentType(method: string, { parameters = [], requestBody }: Operation): string {
  if (method === 'post') return typeOf(requestBody!.content['application/json'].schema)
  const members = parameters.filter(each => each.in === 'query')
  return objectType({
    properties: Object.fromEntries(members.map(({ name, schema, content }) => [name, schema ?? content!['application/json'].schema])),
    required: members.filter(({ required }) => required).map(({ name }) => name),
  })
}

const comment = (text: string): string => `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`

/** Returns the types of the client's operations, from the document of the API. */
export function clientTypes({ paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const types = operations.map(
    ({ method, operation }) =>
      `  ${comment(operation.description)}\n  ${JSON.stringify(operation.summary)}: { argument: ${argumentType(method, operation)}; answer: ${typeOf(operation.responses[200].content['application/json'].schema)} }`,
  )
  const places = operations.map(
    ({ path, method, operation }) =>
      `  ${JSON.stringify(operation.summary)}: [${JSON.stringify(method.toUpperCase())}, ${JSON.stringify(path)}],`,
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  return [
    '// Made of the document of the API by `npm run docs:api`. Times are texts (RFC 3339).\n',
    '/** What each operation takes and answers. */\nexport interface Operations {',
    ...types,
    '}\n',
    '/** How each operation is called. */\nexport const OPERATIONS = {',
    ...places,
    "} as const satisfies Record<keyof Operations, readonly ['GET' | 'POST', string]>\n",
    ...schemas,
    '',
  ].join('\n')
}
