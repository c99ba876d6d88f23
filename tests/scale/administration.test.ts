import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ArchiveReader } from '#app/backup/archive-reader.ts'
import type { BackupDoc } from '#backups/contract.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { logIn, type TestUser } from '../integration/helpers/users.ts'
import { type S3Harness, startS3Harness } from '../storage/s3-harness.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { waitUntil } from './wait.ts'

let cluster: Cluster
let store: S3Harness
/** an administrator, on the first node and on the second */
let boss: TestUser
let elsewhere: DdpTestClient

beforeAll(async () => {
  store = await startS3Harness()
  cluster = await startCluster({ clocks: [0, 0], env: { SECRETS_KEY: randomBytes(32).toString('base64url') } })
  boss = await cluster.signUpAs('Boss', 'admin')
  elsewhere = await DdpTestClient.open(cluster.nodes[1]!.endpoint)
  await logIn(elsewhere, boss.username)
}, 240_000)
afterAll(async () => {
  await cluster?.close()
  await store?.close()
})

const title = async (at: number): Promise<string> =>
  /<title>(.*)<\/title>/.exec(await (await fetch(`${cluster.nodes[at]!.http}/machines`)).text())![1]!

it('a setting that is changed through one node is in force on the others, on new pages and on open ones', async () => {
  const visitor = await DdpTestClient.open(cluster.nodes[1]!.endpoint)
  await visitor.subscribe('meteor_autoupdate_clientVersions')
  expect([await title(0), await title(1)]).toEqual(['Machines · Skillshot', 'Machines · Skillshot'])
  await boss.client.call('settings.update', { name: 'Flipper Club', signUps: 'invite', accentColor: '#2f7bff' })
  await visitor.waitUntil(() => visitor.documents('siteSettings').get('site')?.name === 'Flipper Club')
  expect(visitor.documents('siteSettings').get('site')).toMatchObject({ signUps: 'invite', accentColor: '#2f7bff' })
  await waitUntil('both nodes render with the new name', async () =>
    [await title(0), await title(1)].every(text => text === 'Machines · Flipper Club'),
  )
  await elsewhere.call('settings.update', { name: 'Skillshot', signUps: 'open', accentColor: null })
  await waitUntil('both nodes have the defaults again', async () =>
    [await title(0), await title(1)].every(text => text === 'Machines · Skillshot'),
  )
  await visitor.close()
})

it('a backup of the whole site goes into an S3 whose secret another node has sealed, and its download is that backup', async () => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.options
  const target = { kind: 's3', endpoint, region, bucket, prefix: 'backups/', accessKeyId, secretAccessKey }
  await boss.client.call('settings.update', { backups: { schedule: null, timeZone: 'UTC', keep: 1, target } })
  await elsewhere.subscribe('backups.list', {})
  const backups = () => [...elsewhere.documents('backups').values()] as unknown as BackupDoc[]
  const objects = async (): Promise<string[]> => {
    const keys: string[] = []
    for await (const { key } of store.storage.list('backups/')) keys.push(key)
    return keys
  }
  for (let made = 1; made <= 2; made++) {
    const { backupId } = await elsewhere.call<{ backupId: string }>('backups.begin', {})
    await elsewhere.waitUntil(
      () => (elsewhere.documents('backups').get(backupId) as unknown as BackupDoc | undefined)?.endedAt !== undefined,
    )
    expect(elsewhere.documents('backups').get(backupId)).toMatchObject({ state: 'done', target: 's3' })
  }
  // One is kept.
  await elsewhere.waitUntil(() => backups().length === 1)
  const [{ file }] = backups() as [BackupDoc]
  await waitUntil('the older backup is deleted', async () => (await objects()).length === 1)
  expect(await objects()).toEqual([`backups/${file}`])

  const [[backupId]] = [...elsewhere.documents('backups')] as [[string, unknown]]
  const { url } = await elsewhere.call<{ url: string }>('backups.download', { backupId })
  const path = join(cluster.nodes[0]!.dataDir, 'downloaded.tar')
  writeFileSync(path, Buffer.from(await (await fetch(cluster.nodes[0]!.http + url)).arrayBuffer()))
  const archive = await ArchiveReader.open(path)
  expect(archive.manifest.tables.map(({ name }) => name)).toContain('users')
  await archive.close()
})
