import * as m from '#messages'
import type { AdminTab } from '#platform/ui/layouts/AdminLayout.tsx'
import { hasGlobalRole } from '../rules.ts'
import { useOwnRoles } from './use-roles.ts'

/** The admin pages, and the roles that give access to them. */
const TABS = [
  {
    href: '/admin/machines/new',
    text: m.ui_add_machine,
    description: m.ui_add_machine_about,
    roles: ['admin', 'machine-editor'],
  },
  {
    href: '/admin/machines/edit',
    text: m.ui_edit_machine,
    description: m.roles_tab_edit_machine_words,
    roles: ['admin', 'machine-editor'],
  },
  { href: '/admin/events/new', text: m.ui_add_event, description: m.ui_add_event_about, roles: ['admin', 'event-director'] },
  { href: '/admin/settings', text: m.ui_settings, description: m.roles_tab_settings_words, roles: ['admin'] },
  { href: '/admin/backups', text: m.ui_backups, description: m.roles_tab_backups_words, roles: ['admin'] },
  { href: '/admin/setup', text: m.ui_first_steps, description: m.roles_tab_setup_words, roles: ['admin'] },
  { href: '/admin/cache', text: m.ui_caches, description: m.roles_tab_cache_words, roles: ['admin'] },
  { href: '/admin/jobs', text: m.ui_failed_jobs, description: m.roles_tab_jobs_words, roles: ['admin'] },
  { href: '/admin/keys', text: m.keys_title, description: m.roles_tab_keys_words, roles: ['admin'] },
  { href: '/admin/users', text: m.ui_users, description: m.roles_tab_users_words, roles: ['admin'] },
  { href: '/admin/invitations', text: m.ui_invitations, description: m.roles_tab_invitations_words, roles: ['admin'] },
  { href: '/admin/names', text: m.ui_blocked_names, description: m.roles_tab_names_words, roles: ['admin'] },
  { href: '/admin/scores', text: m.ui_score_review, description: m.roles_tab_scores_words, roles: ['admin', 'moderator'] },
  { href: '/admin/reports', text: m.ui_reports, description: m.ui_reports_about, roles: ['admin', 'moderator'] },
  { href: '/admin/log', text: m.ui_log, description: m.ui_log_about, roles: ['admin'] },
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
