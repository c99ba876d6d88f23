import { localizedPath } from '#platform/render/localized-path.ts'
import { LOCALES, type Locale } from '#platform/text/locales.ts'

/** The build that this worker belongs to. scripts/build-worker.mjs inserts its values. */
declare const BUILD: {
  /** hash of the content of the build */
  readonly version: string
  /** addresses of its scripts, stylesheet and font; those of the scripts without the language */
  readonly assets: readonly string[]
}

export const { version } = BUILD

/** The addresses of the files that pages in a language need. */
export const filesFor = (locale: Locale): string[] => BUILD.assets.map(path => localizedPath(path, locale))

/** The files of this build in all languages. */
export const ownAssets: ReadonlySet<string> = new Set(LOCALES.flatMap(filesFor))

export const ICON = '/icon.svg'
export const HOME = '/'
export const SUBMIT = '/submit'
export const OFFLINE = '/offline'
/** Pages that open offline even if the user has never visited them. They are cached as an anonymous visitor sees them. */
export const SHELL: readonly string[] = [HOME, SUBMIT, OFFLINE]
