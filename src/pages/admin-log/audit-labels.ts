import type { AuditDoc } from '#admin/contract.ts'
import type { AuditAction } from '#audit/contract.ts'
import * as m from '#messages'
import { dateTimeFormat } from '#platform/ui/format/user-format.ts'
import { userLocale } from '#platform/ui/format/user-locale.ts'
import { roleName } from '#roles/ui/role-name.ts'

/** Labels of the actions, also used as choices of the filter. */
export const AUDIT_ACTION_LABELS: Record<AuditAction, () => string> = {
  'users.delete': m.admin_action_users_delete,
  'users.enroll': m.admin_action_users_enroll,
  'users.suspend': m.admin_action_users_suspend,
  'users.liftSuspension': m.admin_action_users_lift,
  'users.signOut': m.admin_action_users_sign_out,
  'users.resetSecondStep': m.admin_action_users_reset_step,
  'names.block': m.admin_action_names_block,
  'names.unblock': m.admin_action_names_unblock,
  'audit.export': m.admin_action_audit_export,
  'roles.create': m.admin_action_roles_create,
  'roles.delete': m.admin_action_roles_delete,
  'roles.assign': m.admin_action_roles_assign,
  'machines.add': m.admin_action_machines_add,
  'machines.edit': m.admin_action_machines_edit,
  'machines.merge': m.admin_action_machines_merge,
  'scores.edit': m.admin_action_scores_edit,
  'scores.remove': m.admin_action_scores_remove,
  'scores.removeComment': m.admin_action_scores_remove_comment,
  'scores.moderate': m.admin_action_scores_moderate,
  'pictures.remove': m.admin_action_pictures_remove,
  'reports.close': m.admin_action_reports_close,
  'cache.clear': m.admin_action_cache_clear,
  'jobs.retry': m.admin_action_jobs_retry,
  'jobs.discard': m.admin_action_jobs_discard,
  'jobs.restore': m.admin_action_jobs_restore,
  'keys.revoke': m.admin_action_keys_revoke,
  'invitations.add': m.admin_action_invitations_add,
  'invitations.revoke': m.admin_action_invitations_revoke,
  'settings.update': m.admin_action_settings_update,
  'machines.import': m.admin_action_machines_import,
  'backups.begin': m.admin_action_backups_begin,
  'backups.download': m.admin_action_backups_download,
  'oauth.add': m.admin_action_oauth_add,
  'oauth.remove': m.admin_action_oauth_remove,
}

const formatValue = (value: unknown): string =>
  value === null || value === ''
    ? m.admin_log_nothing()
    : Array.isArray(value)
      ? value.map(formatValue).join(m.ui_list_comma())
      : typeof value === 'boolean'
        ? value
          ? m.admin_log_yes()
          : m.admin_log_no()
        : m.admin_log_value({ value: String(value) })

/** Describes a changed field: "status: unverified → verified". */
const formatChange = ([name, value]: [string, unknown]): string => {
  const field = m.admin_log_field({ field: name })
  return Array.isArray(value) && value.length === 2
    ? m.admin_log_changed({ field, from: formatValue(value[0]), to: formatValue(value[1]) })
    : m.admin_log_set({ field, value: formatValue(value) })
}

const formatRoles = (roles: unknown): string => formatValue(Array.isArray(roles) ? roles.map(role => roleName(String(role))) : roles)

const KINDS: Readonly<Record<string, () => string>> = {
  username: m.ui_user_name,
  word: m.admin_names_word,
  domain: m.admin_names_domain,
}

/** Describes an entry of the blocked names: "Word · Anywhere". */
function describeBlocked({ kind, anywhere }: AuditDoc['details']): string {
  const where = anywhere === undefined ? [] : [anywhere === true ? m.admin_names_anywhere() : m.admin_names_whole()]
  return [KINDS[String(kind)]?.() ?? '', ...where].join(' · ')
}

/** Describes in one line what changed; '' if the action's label says it all. */
export function auditDetailLabel({ action, details }: Pick<AuditDoc, 'action' | 'details'>): string {
  if (action === 'users.delete') return details.eraseScores === true ? m.admin_log_scores_erased() : m.admin_log_scores_kept()
  if (action === 'users.suspend') {
    const reason = String(details.reason)
    if (typeof details.until !== 'string') return m.admin_log_suspended_open({ reason })
    const until = new Date(details.until)
    return m.admin_log_suspended({ reason, until: dateTimeFormat(userLocale()).format(until) })
  }
  if (action === 'users.signOut') return m.admin_log_sessions({ n: formatValue(details.sessions) })
  if (action === 'names.block' || action === 'names.unblock') return describeBlocked(details)
  if (action === 'audit.export') return String(details.format).toUpperCase()
  if (action === 'roles.assign') {
    const names = formatRoles(details.roles)
    const roles = details.group === undefined ? names : m.admin_log_in_group({ roles: names })
    return details.mode === 'add'
      ? m.admin_log_given({ roles })
      : details.mode === 'remove'
        ? m.admin_log_taken({ roles })
        : Array.isArray(details.roles) && details.roles.length === 0
          ? m.admin_log_has_none()
          : m.admin_log_has({ roles })
  }
  if (action === 'users.enroll')
    return Array.isArray(details.roles) && details.roles.length > 0 ? m.admin_log_given({ roles: formatRoles(details.roles) }) : ''
  if (action === 'cache.clear') return m.admin_log_entries({ n: formatValue(details.cleared) })
  if (action === 'machines.merge') {
    const { name, manufacturer, year } = details.from as { name: string; manufacturer: string; year: number | null }
    return m.admin_log_with({ machine: [name, manufacturer, ...(year === null ? [] : [year])].join(m.ui_list_comma()) })
  }
  if (action === 'pictures.remove' || action === 'reports.close') return ''
  // Of a setting with secrets or parts the log says only that it has changed.
  if (action === 'settings.update')
    return Object.entries(details)
      .map(([field, value]) => (value === true ? m.admin_log_field({ field }) : formatChange([field, value])))
      .join(' · ')
  return Object.entries(details).map(formatChange).join(' · ')
}
