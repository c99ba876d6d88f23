import type { Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { type SiteSettings, settingsChanged } from '#platform/settings/site-settings.ts'
import type { PictureRef } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'

/** The upload kind of the logo. */
const KIND = 'siteLogoUpload'
/** The subject of its pictures: there is one site. */
const SITE = 'site'

/** The logo of the site: an upload that becomes a setting once it has been processed. */
export class LogoUploads {
  readonly #uploads: UploadsApi

  /** Registers the kind of upload. @param isAdmin tells whether a user may send a logo */
  constructor(settings: SiteSettings, uploads: UploadsApi, isAdmin: (userId: string) => Promise<boolean>) {
    this.#uploads = uploads
    uploads.registerOwner(KIND, {
      mayUpload: async userId => ((await isAdmin(userId)) ? SITE : false),
      async setPicture(tx, _subject, picture) {
        await lockUntilCommit(tx, 'logo')
        return settings.write(tx, { logo: picture })
      },
      listPictures: async () => {
        const { logo } = settings.current()
        return logo === null ? [] : [{ subjectId: SITE, url: logo.url }]
      },
      describeForReport: async () => ({ label: 'Logo of the site', path: '/' }),
      changes: [settingsChanged.touches(() => [SITE])],
    })
  }

  /**
   * Attaches an upload, which becomes the logo soon afterwards, or removes the logo; then the caller writes the setting. Call `kick` after
   * the commit.
   * @returns true if an upload was attached now
   * @throws DdpError 404 as `UploadsApi.attach`
   */
  async change(tx: Db, logo: PictureRef | null, userId: string): Promise<boolean> {
    if (logo === null) {
      await lockUntilCommit(tx, 'logo')
      await this.#uploads.remove(tx, KIND, SITE)
      return false
    }
    const upload = await this.#uploads.reserve(tx, KIND, logo, userId)
    await lockUntilCommit(tx, 'logo')
    await this.#uploads.attach(tx, upload, SITE)
    return upload.attachedTo === null
  }

  kick(): void {
    this.#uploads.kick()
  }
}
