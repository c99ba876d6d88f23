import * as m from '#messages'
import type { AdminTab } from '#platform/ui/layouts/AdminLayout.tsx'
import { hasGlobalRole } from '../rules.ts'
import { useOwnRoles } from './use-roles.ts'

/** The admin pages, and the roles that give access to them. */
const TABS = [
  {
    href: '/admin/machines/new',
    text: m.roles_tab_add_machine,
    description: m.roles_tab_add_machine_words,
    roles: ['admin', 'machine-editor'],
  },
  {
    href: '/admin/machines/edit',
    text: m.roles_tab_edit_machine,
    description: m.roles_tab_edit_machine_words,
    roles: ['admin', 'machine-editor'],
  },
  { href: '/admin/events/new', text: m.roles_tab_add_event, description: m.roles_tab_add_event_words, roles: ['admin', 'event-director'] },
  { href: '/admin/settings', text: m.roles_tab_settings, description: m.roles_tab_settings_words, roles: ['admin'] },
  { href: '/admin/backups', text: m.roles_tab_backups, description: m.roles_tab_backups_words, roles: ['admin'] },
  { href: '/admin/setup', text: m.roles_tab_setup, description: m.roles_tab_setup_words, roles: ['admin'] },
  { href: '/admin/cache', text: m.roles_tab_cache, description: m.roles_tab_cache_words, roles: ['admin'] },
  { href: '/admin/jobs', text: m.roles_tab_jobs, description: m.roles_tab_jobs_words, roles: ['admin'] },
  { href: '/admin/users', text: m.roles_tab_users, description: m.roles_tab_users_words, roles: ['admin'] },
  { href: '/admin/invitations', text: m.roles_tab_invitations, description: m.roles_tab_invitations_words, roles: ['admin'] },
  { href: '/admin/names', text: m.roles_tab_names, description: m.roles_tab_names_words, roles: ['admin'] },
  { href: '/admin/scores', text: m.roles_tab_scores, description: m.roles_tab_scores_words, roles: ['admin', 'moderator'] },
  { href: '/admin/reports', text: m.roles_tab_reports, description: m.roles_tab_reports_words, roles: ['admin', 'moderator'] },
  { href: '/admin/log', text: m.roles_tab_log, description: m.roles_tab_log_words, roles: ['admin'] },
] as const

/** Returns the tabs that the user's roles give access to. @param path of the current page */
export function useAdminTabs(path: string): (AdminTab & { description: string })[] {
  const own = useOwnRoles()
  return TABS.filter(({ roles }) => hasGlobalRole(own, roles)).map(({ href, text, description }) => ({
    href,
    text: text(),
    description: description(),
    current: href === path,
  }))
}
