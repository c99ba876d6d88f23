/** The recorded actions: methods that require a role of the site, by their names. */
export const AUDIT_ACTIONS = [
  'users.delete',
  'users.enroll',
  'users.suspend',
  'users.liftSuspension',
  'users.signOut',
  'users.resetSecondStep',
  'names.block',
  'names.unblock',
  'audit.export',
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
  'keys.revoke',
  'invitations.add',
  'invitations.revoke',
  'settings.update',
  'machines.import',
  'backups.begin',
  'backups.download',
  'oauth.add',
  'oauth.remove',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_SUBJECTS = [
  'user',
  'role',
  'machine',
  'score',
  'picture',
  'report',
  'cache',
  'job',
  'key',
  'invitation',
  'name',
  'log',
  'settings',
  'catalogue',
  'backup',
  'application',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const
/** How the log is written into a file: `ndjson` has one JSON document in each line. */
export type AuditFormat = (typeof AUDIT_FORMATS)[number]
