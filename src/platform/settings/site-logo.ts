import sharp from 'sharp'
import type { Storage } from '#platform/storage/storage.ts'
import { storageKey } from '#platform/storage/storage.ts'
import type { SiteSettings } from './site-settings.ts'

/** The icons that are made of the logo, with their sides in px. `maskable-512` has a margin, because systems cut it to a shape of theirs. */
const ICONS = { '96': 96, '180': 180, '192': 192, '512': 512, 'maskable-512': 512 } as const
export type SiteIcon = keyof typeof ICONS

/** Part of a maskable icon's side that no system cuts off (W3C, Web Application Manifest, "safe zone"). */
const SAFE_ZONE = 0.8
const MARGIN_COLOUR = '#14100c'

export const isSiteIcon = (name: string): name is SiteIcon => Object.hasOwn(ICONS, name)

/**
 * The logo of the site as icons: square PNGs for browsers, home screens, mails, feeds and share cards. They are made when they are first
 * asked for, and kept until the site has another logo.
 */
export class SiteLogo {
  readonly #settings: SiteSettings
  readonly #storage: Pick<Storage, 'read'>
  readonly #icons = new Map<SiteIcon, Promise<Buffer | null>>()
  /** the storage key of the logo that the icons are made of */
  #key: string | null = null

  constructor(settings: SiteSettings, storage: Pick<Storage, 'read'>) {
    this.#settings = settings
    this.#storage = storage
  }

  /** Changes with the logo. @returns null: the site has none */
  version(): string | null {
    const { logo } = this.#settings.current()
    return (logo === null ? null : storageKey(logo.url))?.split('/').at(-2) ?? null
  }

  /** The path of an icon on this site, which changes with the logo. @returns null: the site has no logo */
  path(icon: SiteIcon): string | null {
    const version = this.version()
    return version === null ? null : `/branding/${icon}.png?v=${version}`
  }

  /** @returns a PNG; null: the site has no logo, or its file is gone */
  icon(icon: SiteIcon): Promise<Buffer | null> {
    const { logo } = this.#settings.current()
    const key = logo === null ? null : storageKey(logo.url)
    if (key !== this.#key) this.#icons.clear()
    this.#key = key
    if (key === null) return Promise.resolve(null)
    let made = this.#icons.get(icon)
    if (made === undefined) {
      made = this.#make(key, icon)
      this.#icons.set(icon, made)
      // What failed is tried again with the next request.
      made.catch(() => this.#icons.get(icon) === made && this.#icons.delete(icon))
    }
    return made
  }

  async #make(key: string, icon: SiteIcon): Promise<Buffer | null> {
    const bytes = await this.#storage.read(key)
    if (bytes === null) return null
    const side = ICONS[icon]
    const inner = icon === 'maskable-512' ? Math.round(side * SAFE_ZONE) : side
    const margin = (side - inner) / 2
    return sharp(bytes)
      .resize({ width: inner, height: inner, fit: 'cover' })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: MARGIN_COLOUR })
      .png({ palette: true, effort: 5 })
      .toBuffer()
  }
}
