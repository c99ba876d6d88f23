/** The build that this worker belongs to, put in by scripts/build-worker.mjs. */
declare const BUILD: {
  /** a hash of all that is in it */
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
/** Pages that open without a network though nobody has seen them: of each, what everybody sees. */
export const SHELL: readonly string[] = [HOME, SUBMIT, OFFLINE]
