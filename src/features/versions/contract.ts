/** Publication of the client versions (mission §7). */
export const CLIENT_VERSIONS = 'meteor_autoupdate_clientVersions'
