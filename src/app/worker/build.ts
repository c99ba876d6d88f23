/** The build that this worker belongs to. scripts/build-worker.mjs inserts its values. */
declare const BUILD: {
  /** hash of the content of the build */
  readonly version: string
  /** addresses of its scripts, stylesheet and font */
  readonly assets: readonly string[]
}

export const { version, assets } = BUILD
export const ownAssets: ReadonlySet<string> = new Set(assets)

export const ICON = '/icon.svg'
export const HOME = '/'
export const SUBMIT = '/submit'
export const OFFLINE = '/offline'
/** Pages that open offline even if the user has never visited them. They are cached as an anonymous visitor sees them. */
export const SHELL: readonly string[] = [HOME, SUBMIT, OFFLINE]
