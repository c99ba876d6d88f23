/** The recorded actions: methods that require a role of the site, by their names. */
export const AUDIT_ACTIONS = [
  'users.delete',
  'users.enroll',
  'roles.create',
  'roles.delete',
  'roles.assign',
  'machines.add',
  'machines.edit',
  'machines.merge',
  'scores.edit',
  'scores.remove',
  'scores.removeComment',
  'scores.moderate',
  'pictures.remove',
  'reports.close',
  'cache.clear',
  'jobs.retry',
  'jobs.discard',
  'jobs.restore',
  'invitations.add',
  'invitations.revoke',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_SUBJECTS = ['user', 'role', 'machine', 'score', 'picture', 'report', 'cache', 'job', 'invitation'] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]
