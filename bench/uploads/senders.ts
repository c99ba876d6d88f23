import { uuidv7 } from '#platform/uuid.ts'
import type { UploadInstructions } from '#uploads/contract.ts'
import { signUp, type TestUser } from '../../tests/integration/helpers/users.ts'
import { serveCommands } from '../lib/worker.ts'

export interface Batch {
  side: 'ours' | 'plain'
  address: string
  /** A JPEG in base64. */
  picture: string
  count: number
}

/** Seconds until every upload was acknowledged, and until every picture was visible to all. */
export interface UploadResult {
  seconds: number
  shown: number
}

const PLAYERS = 10
let players: TestUser[] = []
let machineId = ''

async function prepare({ side, address }: Batch): Promise<void> {
  if (side === 'plain') return
  const endpoint = `${address.replace('http', 'ws')}/websocket`
  players = []
  for (let i = 0; i < PLAYERS; i++) players.push(await signUp({ endpoint }, `player${i}`))
  const found = await players[0]!.client.call<{ machineId: string }[]>('machines.search', { text: '' })
  machineId = found[0]!.machineId
}

async function post(to: string, fields: { name: string; value: string }[], bytes: Buffer): Promise<void> {
  const form = new FormData()
  for (const { name, value } of fields) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const { status } = await fetch(to, { method: 'POST', body: form })
  if (status !== 204) throw new Error(`a picture was answered with ${status}`)
}

async function submit(player: TestUser, bytes: Buffer): Promise<string> {
  const facts = { name: 'photo.jpg', size: bytes.length, type: 'image/jpeg' }
  const { upload, postData } = await player.client.call<UploadInstructions>('slingshot/uploadRequest', 'scorePicUpload', facts, null)
  await post(upload, postData, bytes)
  const _id = uuidv7()
  const key = postData.find(({ name }) => name === 'key')!.value
  await player.client.call('scores.submit', { _id, machineId, value: 1 + Math.floor(Math.random() * 1e9), picture: { key } })
  return _id
}

async function send({ side, address, picture, count }: Batch): Promise<UploadResult> {
  const bytes = Buffer.from(picture, 'base64')
  const from = performance.now()
  const seconds = (): number => (performance.now() - from) / 1000
  if (side === 'plain') {
    await Promise.all(Array.from({ length: count }, () => post(address, [], bytes)))
    return { seconds: seconds(), shown: seconds() }
  }
  const scoreIds = await Promise.all(Array.from({ length: count }, (_, i) => submit(players[i % PLAYERS]!, bytes)))
  const sent = seconds()
  const { client } = players[0]!
  for (const scoreId of scoreIds) {
    const page = await client.subscribe('scores.one', { scoreId })
    await client.waitUntil(() => client.documents('scores').get(scoreId)?.picture !== undefined)
    await client.unsubscribe(page)
  }
  const shown = seconds()
  for (const player of players) await player.client.close()
  return { seconds: sent, shown }
}

serveCommands({ prepare, send })
