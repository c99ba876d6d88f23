import { expect, it } from 'vitest'
import type { AuditDoc } from '../../features/admin/contract.ts'
import { auditDetailLabel } from './audit-labels.ts'

it.each<[AuditDoc['action'], AuditDoc['details'], string]>([
  ['users.delete', { eraseScores: true }, 'The scores are erased.'],
  ['users.delete', { eraseScores: false }, 'The scores are kept.'],
  ['users.enroll', { roles: ['moderator', 'admin'] }, 'Given: moderator, admin'],
  ['users.enroll', { roles: [] }, ''],
  ['roles.assign', { mode: 'remove', roles: ['admin'] }, 'Taken: admin'],
  ['roles.assign', { mode: 'replace', roles: [] }, 'Has now: none'],
  [
    'machines.edit',
    { year: [1992, null], retired: [false, true], backglass: 'sent' },
    'year: 1992 → nothing · retired: no → yes · backglass: sent',
  ],
  ['machines.add', { manufacturer: 'Bally', playerCount: 4 }, 'manufacturer: Bally · players at once: 4'],
  [
    'machines.merge',
    { from: { id: 'x', name: 'Attack from Mars', manufacturer: 'Bally', year: 1995 } },
    'With it: Attack from Mars, Bally, 1995',
  ],
  ['scores.edit', { value: [10, 1], picture: [true, false] }, 'value: 10 → 1 · picture: yes → no'],
  ['scores.moderate', { status: ['unverified', 'verified'] }, 'status: unverified → verified'],
  ['reports.close', { kind: 'profile', subjectId: 'x' }, ''],
  ['cache.clear', { cleared: 12 }, 'Entries: 12'],
])('describes %s %j: %s', (action, details, expected) => expect(auditDetailLabel({ action, details })).toBe(expected))
