import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { NotificationKind } from '#notifications/server/kinds/define-notification.ts'
import type { moderated } from '#notifications/server/kinds/moderated.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

/** The kind `moderated`, with an e-mail. It is the only kind here. */
vi.mock('#notifications/server/kinds/registry.ts', async importOriginal => {
  const { notificationKinds } = await importOriginal<typeof import('#notifications/server/kinds/registry.ts')>()
  const real = notificationKinds.find(({ kind }) => kind === 'moderated') as typeof moderated
  const mailed: typeof real = {
    ...real,
    mail: ({ scoreId, machineName, reason }, site) => ({
      subject: `${site.name}: ${real.kind}`,
      preview: '',
      title: '',
      body: [`Your score on ${machineName}: ${reason}`, { button: 'Open', url: `${site.url}/scores/${scoreId}` }],
      closing: '',
    }),
  }
  return { notificationKinds: [mailed] satisfies NotificationKind[] }
})

let testApp: TestApp
let moderator: TestUser
let machineId: string
let machineName: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', rootUrl: 'https://scores.example' } })
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  const [machine] = await listMachines(testApp, 1)
  machineId = machine!.id
  machineName = machine!.name
})
afterAll(() => testApp.close())

/** A player without a device, with an address. */
async function player(name: string, { verified = true, moderated = true } = {}): Promise<TestUser> {
  const email = `${name}@example.com`
  const user = await signUp(testApp, name, { email })
  if (verified) await user.client.call('verifyEmail', await testApp.linkToken(email))
  await user.client.call('notifications.set', { moderated })
  return user
}

/** Rejects a score of the player. */
async function reject({ client }: TestUser): Promise<string> {
  const scoreId = uuidv7()
  await client.call('scores.submit', { _id: scoreId, machineId, value: 1000 })
  await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'rejected', reason: 'No picture' })
  return scoreId
}

const runOnce = (): Promise<void> => testApp.app.features.notifications.runOnce()

/** The e-mails about notifications to an address. */
const mailsTo = async (name: string) =>
  (await testApp.mails()).filter(({ to, subject }) => subject!.endsWith(': moderated') && to![0]!.address === `${name}@example.com`)

it('a kind with an e-mail is sent to the verified address of a player whose switch is on, once, in the language of the account', async () => {
  const ada = await player('ada')
  await ada.client.call('account.setLocale', { locale: 'de' })
  const scoreId = await reject(ada)
  await runOnce()
  await runOnce()
  const mails = await mailsTo('ada')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe('scores.example: moderated')
  expect(mails[0]!.text).toContain('Hallo ada,')
  expect(mails[0]!.text).toContain(`Your score on ${machineName}: No picture`)
  expect(mails[0]!.text).toContain(`https://scores.example/scores/${scoreId}`)
  expect(mails[0]!.text).toContain('Wähle, worüber du benachrichtigt wirst\nhttps://scores.example/account')
})

it('is sent to nobody whose switch is off, whose address is not verified, or whom there is nothing to tell any more', async () => {
  await reject(await player('off', { moderated: false }))
  await reject(await player('unverified', { verified: false }))
  const scoreId = await reject(await player('late'))
  await moderator.client.call('scores.moderate', { scoreId, version: 2, status: 'unverified' })
  await runOnce()
  for (const name of ['off', 'unverified', 'late']) expect(await mailsTo(name)).toEqual([])
})

it('is not sent to an address that the player has given up meanwhile, or that is not verified any more', async () => {
  const bob = await player('bob')
  await reject(bob)
  await runOnce()
  expect(await mailsTo('bob')).toHaveLength(1)
  const { pool } = testApp.app.database
  await pool.query(`UPDATE user_emails SET address = 'other@example.com', address_key = 'other@example.com' WHERE user_id = $1`, [bob.id])
  await pool.query(
    `INSERT INTO jobs (kind, body, due_at) SELECT 'mail', jsonb_build_object('kind', 'notification', 'userId', user_id, 'details',
       jsonb_build_object('noticeId', id), 'address', address, 'addressKey', address), now()
     FROM push_notices CROSS JOIN (VALUES ('bob@example.com'), ('other@example.com'), ('new@example.com')) addresses (address)
     WHERE user_id = $1`,
    [bob.id],
  )
  await pool.query(`INSERT INTO user_emails (user_id, address, address_key, verified) VALUES ($1, $2, $2, false)`, [
    bob.id,
    'new@example.com',
  ])
  testApp.app.features.accounts.drainMails()
  const counts = await Promise.all(['bob', 'other', 'new'].map(async name => (await mailsTo(name)).length))
  expect(counts).toEqual([1, 1, 0])
})
