import { expect, it } from 'vitest'
import type { AuditDoc } from '#admin/contract.ts'
import { auditDetailLabel } from './audit-labels.ts'

it.each<[AuditDoc['action'], AuditDoc['details'], string]>([
  ['users.delete', { eraseScores: true }, 'Scores: deleted'],
  ['users.delete', { eraseScores: false }, 'Scores: kept'],
  ['users.enroll', { roles: ['moderator', 'admin'] }, 'Added: Moderator, Administrator'],
  ['users.enroll', { roles: [] }, ''],
  ['roles.assign', { mode: 'remove', roles: ['admin'] }, 'Removed: Administrator'],
  ['roles.assign', { mode: 'replace', roles: [] }, 'Roles now: none'],
  [
    'machines.edit',
    { year: [1992, null], retired: [false, true], backglass: 'sent' },
    'year: 1992 → nothing · retired: no → yes · backglass: sent',
  ],
  ['machines.add', { manufacturer: 'Bally', playerCount: 4 }, 'manufacturer: Bally · max players: 4'],
  [
    'machines.merge',
    { from: { id: 'x', name: 'Attack from Mars', manufacturer: 'Bally', year: 1995 } },
    'Merged from: Attack from Mars, Bally, 1995',
  ],
  ['scores.edit', { value: [10, 1], picture: [true, false] }, 'value: 10 → 1 · picture: yes → no'],
  ['scores.moderate', { status: ['unverified', 'verified'] }, 'status: unverified → verified'],
  ['reports.close', { kind: 'profile', subjectId: 'x' }, ''],
  ['users.suspend', { reason: 'Spam', until: null }, 'Until lifted · Spam'],
  ['users.signOut', { sessions: 3 }, 'Devices signed out: 3'],
  ['names.block', { kind: 'word', anywhere: true }, 'Word · Anywhere'],
  ['names.unblock', { kind: 'domain' }, 'Email domain'],
  ['audit.export', { format: 'csv' }, 'CSV'],
  ['cache.clear', { cleared: 12 }, 'Entries: 12'],
])('describes %s %j: %s', (action, details, expected) => expect(auditDetailLabel({ action, details })).toBe(expected))
