import { isLocale, type Locale } from '#platform/text/locales.ts'
import { LOCALE_COOKIE } from '#platform/ui/format/locale.ts'
import { filesFor, ICON, ownAssets, SHELL, version } from './build.ts'
import { isBuildInUse } from './messages.ts'
import { WorkerPageCache } from './page-cache.ts'

/** Each build has two caches: one for its files and one for its pages. */
const FILES = 'skillshot-files-'
const PAGES = 'skillshot-pages-'

const openFileCache = (): Promise<Cache> => caches.open(FILES + version)
export const pages = pageCacheOf(version)

function pageCacheOf(build: string): WorkerPageCache {
  return new WorkerPageCache({ open: () => caches.open(PAGES + build), fetchFiles, chosenLocale })
}

async function chosenLocale(): Promise<Locale | null> {
  const { cookieStore } = self as { cookieStore?: CookieStore }
  const chosen = (await cookieStore?.get(LOCALE_COOKIE))?.value ?? ''
  return isLocale(chosen) ? chosen : null
}

const pathsIn = async (cache: Cache): Promise<string[]> => (await cache.keys()).map(({ url }) => new URL(url).pathname)

async function oldVersions(): Promise<string[]> {
  const versions = (await caches.keys()).map(name => /^skillshot-(?:files|pages)-(.+)$/.exec(name)?.[1])
  return [...new Set(versions)].filter(found => found !== undefined && found !== version) as string[]
}

/** Caches the files of this build that pages in a language need, unless they are cached. */
async function fetchFiles(locale: Locale): Promise<void> {
  const cache = await openFileCache()
  const cached = await pathsIn(cache)
  await cache.addAll(filesFor(locale).filter(path => !cached.includes(path)))
}

/**
 * Caches the pages of the shell and the whole build in their language. Rejects if a file is missing or the server has another build by now;
 * the browser then tries the installation again.
 */
export async function fetchBuild(): Promise<void> {
  await (await openFileCache()).add(new Request(ICON, { cache: 'no-cache' }))
  for (const path of SHELL) {
    if (!(await pages.fetch(path))) throw new Error(`${path} is no page of this build`)
  }
  await refetchOldPages()
}

/** Fetches the pages again that an old build had cached, so that they stay available. Pages that cannot be fetched are skipped. */
async function refetchOldPages(): Promise<void> {
  for (const oldVersion of await oldVersions()) {
    const paths = await pageCacheOf(oldVersion).paths()
    for (const path of paths.filter(each => !SHELL.includes(each))) await pages.fetch(path).catch(() => false)
  }
}

/**
 * Answers a request for a build file. Its name contains a hash of its content, so the caches of all builds are searched: a page of an old
 * build finds its files.
 */
export async function respondWithAsset(request: Request): Promise<Response> {
  const own = await (await openFileCache()).match(request, { ignoreVary: true })
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Deletes the caches of old builds, except those whose pages are still open. */
export async function deleteOldBuilds({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  // A newer worker is being installed or waits: the caches of another version may be that worker's.
  if (installing !== null || waiting !== null) return
  const oldVersion = await oldVersions()
  if (oldVersion.length === 0) return
  const locks = (await navigator.locks.query()).held?.map(({ name }) => name ?? '') ?? []
  for (const each of oldVersion) {
    const files = new Set(await pathsIn(await caches.open(FILES + each)))
    if (isBuildInUse(locks, files, ownAssets)) continue
    await Promise.all([FILES, PAGES].map(prefix => caches.delete(prefix + each)))
  }
}
