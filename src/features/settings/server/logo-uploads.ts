import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { type SiteSettings, settingsChanged } from '#platform/settings/site-settings.ts'
import type { UploadsApi } from '#uploads/server/api.ts'

/** The upload kind of the logo. */
export const LOGO = 'siteLogoUpload'
/** The subject of its pictures: there is one site. */
export const LOGO_SUBJECT = 'site'

/**
 * Registers the logo of the site: an upload that becomes a setting once it has been processed. @param isAdmin tells whether a user may send
 * a logo
 */
export const registerLogo = (settings: SiteSettings, uploads: UploadsApi, isAdmin: (userId: string) => Promise<boolean>): void =>
  uploads.registerOwner(LOGO, {
    mayUpload: async userId => ((await isAdmin(userId)) ? LOGO_SUBJECT : false),
    async setPicture(tx, _subject, picture) {
      await lockUntilCommit(tx, 'logo')
      return settings.write(tx, { logo: picture })
    },
    listPictures: async () => {
      const { logo } = settings.current()
      return logo === null ? [] : [{ subjectId: LOGO_SUBJECT, url: logo.url }]
    },
    describeForReport: async () => ({ label: 'Logo of the site', path: '/' }),
    changes: [settingsChanged.touches(() => [LOGO_SUBJECT])],
  })
