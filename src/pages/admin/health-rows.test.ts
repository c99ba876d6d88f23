import { expect, it } from 'vitest'
import type { SiteOverview } from '#admin/contract.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { healthRows } from './health-rows.ts'

setActiveLocale('en')
const now = Date.parse('2026-11-24T12:00:00Z')
const HOUR = 3_600_000

const healthy: SiteOverview = {
  counts: { players: 1, newPlayers: 0, scoresToday: 0, scoresThisWeek: 0, machines: 1, eventsLive: 0, groups: 0 },
  pending: { scores: 0, reports: 0, failedJobs: 0 },
  mails: { queued: 0, failed: 0 },
  status: {
    version: '1.2.3',
    node: '24.1.0',
    startedAt: new Date(now - HOUR),
    database: { kind: 'external', answers: true },
    replica: null,
    redis: null,
    storage: { kind: 'disk', answers: true, freeBytes: 5_000_000_000 },
    mail: 'smtp',
    backup: { at: new Date(now - HOUR), bytes: 12_300_000 },
    backupLateAt: new Date(now + HOUR),
    newerRelease: null,
  },
}

const wrong = (change: Partial<SiteOverview['status']>, mails = healthy.mails): string[] =>
  healthRows({ ...healthy, mails, status: { ...healthy.status, ...change } }, now)
    .filter(({ ok }) => ok === false)
    .map(({ name, text }) => `${name}: ${text}`)

it('finds nothing wrong with a site that is well, and names only what it has', () => {
  expect(wrong({})).toEqual([])
  expect(healthRows(healthy, now).map(({ name }) => name)).toEqual([
    'Database',
    'Photo storage',
    'Email',
    'Last backup',
    'Version',
    'Running since',
  ])
})

it('says of everything that is wrong what it is', () => {
  expect(
    wrong({
      database: { kind: 'embedded', answers: false },
      replica: { used: false, lag: 3 },
      redis: { answers: false },
      storage: { kind: 's3', answers: false, freeBytes: null },
    }),
  ).toEqual([
    'Database: Embedded Postgres · not responding',
    'Read replica: Not in use',
    'Redis: Not responding',
    'Photo storage: S3 · not responding',
  ])
})

it('warns of a full disk, of mails that are not sent, and of a backup that is missing, failed or old', () => {
  expect(wrong({ storage: { kind: 'disk', answers: true, freeBytes: 900_000_000 } })).toEqual(['Photo storage: Local disk · 900 MB free'])
  expect(wrong({}, { queued: 2, failed: 1 })).toEqual(['Email: SMTP · 2 queued · 1 failed'])
  expect(wrong({}, { queued: 2, failed: 0 })).toEqual([])
  expect(wrong({ mail: 'files' })).toEqual(['Email: No mail server: emails are only saved on the server, no one receives them'])
  expect(wrong({ backup: null })).toEqual(['Last backup: None recorded'])
  expect(wrong({ backup: { at: new Date(now), bytes: null } })).toEqual(['Last backup: Failed'])
})

it('warns of a backup from when on it is too old', () => {
  const backup = { at: new Date(now - 49 * HOUR), bytes: 1000 }
  expect(wrong({ backup, backupLateAt: new Date(now) })).toEqual(['Last backup: 1.0 kB'])
  expect(wrong({ backup, backupLateAt: new Date(now + 1) })).toEqual([])
})

it('names a newer release, and leads to the page that tells of it', () => {
  const newerRelease = { version: '1.3.0', url: 'https://code.example/releases/1.3.0' }
  const row = healthRows({ ...healthy, status: { ...healthy.status, newerRelease } }, now).find(({ name }) => name === 'New release')
  expect(row).toEqual({ name: 'New release', text: 'Skillshot 1.3.0', href: newerRelease.url, ok: null })
})
