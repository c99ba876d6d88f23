import { type Ejson, encode, type Fields } from './ejson.ts'

/** Encodes data messages with their exact key order (rules B2, B3, B5): `_id` is never a field, and empty `fields` are left out. */

function fieldsJson(fields: Fields): string | null {
  const members: string[] = []
  for (const key of Object.keys(fields)) {
    if (key === '_id' || fields[key] === undefined) continue
    members.push(`${JSON.stringify(key)}:${JSON.stringify(encode(fields[key]))}`)
  }
  return members.length > 0 ? `{${members.join()}}` : null
}

const head = (msg: string, collection: string, id: string): string =>
  `{"msg":"${msg}","collection":${JSON.stringify(collection)},"id":${JSON.stringify(id)}`

export function addedText(collection: string, id: string, fields: Fields): string {
  const json = fieldsJson(fields)
  return json === null ? `${head('added', collection, id)}}` : `${head('added', collection, id)},"fields":${json}}`
}

/** @param cleared names of the removed fields */
export function changedText(collection: string, id: string, fields: Fields, cleared: readonly string[]): string {
  const json = fieldsJson(fields)
  return `${head('changed', collection, id)}${json === null ? '' : `,"fields":${json}`}${cleared.length === 0 ? '' : `,"cleared":${JSON.stringify(cleared)}`}}`
}

export const removedText = (collection: string, id: string): string => `${head('removed', collection, id)}}`

/** M4: `result` is absent when the method returned undefined. */
export const resultText = (id: string, result: Ejson): string =>
  result === undefined
    ? `{"msg":"result","id":${JSON.stringify(id)}}`
    : `{"msg":"result","id":${JSON.stringify(id)},"result":${JSON.stringify(encode(result))}}`

/** V2: vent clients look for exactly this prefix in the raw text. `data` is plain JSON text. */
export const ventText = (ventId: string, name: string, data: string): string =>
  `{"msg":"changed","__vent":"1","id":${JSON.stringify(`${ventId}.${name}`)},"e":${data}}`
