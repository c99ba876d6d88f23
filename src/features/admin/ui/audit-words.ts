import type { AuditAction } from '../../audit/contract.ts'
import type { AuditDoc } from '../contract.ts'

/** What was done, to choose from. */
export const ACTION_WORDS: Record<AuditAction, string> = {
  'users.delete': 'Deleted a user',
  'users.enroll': 'Enrolled a user',
  'roles.create': 'Made a role',
  'roles.delete': 'Deleted a role',
  'roles.assign': 'Changed roles',
  'machines.add': 'Added a machine',
  'machines.edit': 'Edited a machine',
  'machines.merge': 'Merged a machine into another',
  'scores.edit': 'Corrected a score',
  'scores.remove': 'Removed a score',
  'scores.removeComment': 'Removed a comment',
  'scores.moderate': 'Judged a score',
  'pictures.remove': 'Took a picture away',
  'reports.close': 'Closed a report',
  'cache.clear': 'Cleared a cache',
}

const said = (value: unknown): string =>
  value === null || value === ''
    ? 'nothing'
    : Array.isArray(value)
      ? value.map(said).join(', ')
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : String(value)

const FIELD_WORDS: Record<string, string> = { playerCount: 'players at once', opdbId: 'OPDB id', ipdbId: 'IPDB number' }

/** "verified", before: "unverified" → "status: unverified → verified" */
const change = ([field, value]: [string, unknown]): string => {
  const name = FIELD_WORDS[field] ?? field
  return Array.isArray(value) && value.length === 2 ? `${name}: ${said(value[0])} → ${said(value[1])}` : `${name}: ${said(value)}`
}

/** What changed, in a line; '' where the action says it all. */
export function detailWords({ action, details }: Pick<AuditDoc, 'action' | 'details'>): string {
  if (action === 'users.delete') return details.eraseScores === true ? 'The scores are erased.' : 'The scores are kept.'
  if (action === 'roles.assign') {
    const roles = `${said(details.roles)}${details.group === undefined ? '' : ' (in a group)'}`
    return details.mode === 'add'
      ? `Given: ${roles}`
      : details.mode === 'remove'
        ? `Taken: ${roles}`
        : `Has now: ${Array.isArray(details.roles) && details.roles.length === 0 ? 'none' : roles}`
  }
  if (action === 'users.enroll') return Array.isArray(details.roles) && details.roles.length > 0 ? `Given: ${said(details.roles)}` : ''
  if (action === 'cache.clear') return `Entries: ${said(details.cleared)}`
  if (action === 'machines.merge') {
    const { name, manufacturer, year } = details.from as { name: string; manufacturer: string; year: number | null }
    return `With it: ${[name, manufacturer, ...(year === null ? [] : [year])].join(', ')}`
  }
  if (action === 'pictures.remove' || action === 'reports.close') return ''
  return Object.entries(details).map(change).join(' · ')
}
