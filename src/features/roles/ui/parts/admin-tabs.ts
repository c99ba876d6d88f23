import type { AdminTab } from '../../../../platform/ui/AdminLayout.tsx'
import { hasGlobalRole } from '../../rules.ts'
import { useOwnRoles } from './use-roles.ts'

/** The pages of the administration, and whose roles open them. */
const TABS = [
  { href: '/admin/machines/new', text: 'Add machine', words: 'Put a machine into the catalogue.', roles: ['admin', 'machine-editor'] },
  {
    href: '/admin/machines/edit',
    text: 'Edit machine',
    words: 'Correct a machine, give it a backglass, merge it with another, retire it.',
    roles: ['admin', 'machine-editor'],
  },
  { href: '/admin/events/new', text: 'Add event', words: 'Set up an event in two minutes.', roles: ['admin', 'event-director'] },
  { href: '/admin/cache', text: 'Cache admin', words: 'Look into what is kept in memory, and let go of it.', roles: ['admin'] },
  { href: '/admin/users', text: 'Users', words: 'Find people, give them roles, enrol them, delete them.', roles: ['admin'] },
  { href: '/admin/scores', text: 'Scores', words: 'Verify or reject the scores that wait for it.', roles: ['admin', 'moderator'] },
  { href: '/admin/reports', text: 'Reports', words: 'What players have reported.', roles: ['admin', 'moderator'] },
  { href: '/admin/log', text: 'Log', words: 'What was done here, by whom.', roles: ['admin'] },
] as const

/** Those tabs that the reader's roles open. @param path of the page */
export function useAdminTabs(path: string): (AdminTab & { words: string })[] {
  const own = useOwnRoles()
  return TABS.filter(({ roles }) => hasGlobalRole(own, roles)).map(({ href, text, words }) => ({
    href,
    text,
    words,
    current: href === path,
  }))
}
