const MAIN = /\/app\/browser\/main\.browser\.tsx$/
const PAGE = /\/pages\/([\w-]+)\/route\.ts$/
/** React is a script of its own: a phone runs it as a task of its own, so that a tap waits less (app/browser/start.browser.ts). */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\/|\/app\/browser\/react\.browser\.ts$/
/** The pages that most visits begin with. */
const FIRST_PAGES = ['home', 'machine', 'score']
/** A module that one of these shares with others, at most this many pages in all, is in the script of that page. */
const FEW_PAGES = 9
/** A module of `platform` that this many pages use, and none of the first ones, is in the script `forms`. */
const MANY_PAGES = 12

/** It stays beside the library for schemas, which most pages need not load. */
const SCHEMAS = /\/platform\/live\/schemas\.ts$/

/** Returns a module with all that it imports statically, directly or not. */
function withImports(id, getModuleInfo) {
  const found = new Set([id])
  for (const each of found) for (const imported of getModuleInfo(each)?.importedIds ?? []) found.add(imported)
  return found
}

/** Finds the first script's module, from any module that it loads. */
function findMain(id, getModuleInfo) {
  const found = new Set([id])
  for (const each of found) {
    if (MAIN.test(each)) return each
    const { importers = [], dynamicImporters = [] } = getModuleInfo(each) ?? {}
    for (const importer of [...importers, ...dynamicImporters]) found.add(importer)
  }
  return null
}

/** Returns the modules of the first script, and those of each page by its name. */
function readGraph(mainId, getModuleInfo) {
  const main = withImports(mainId, getModuleInfo)
  const pages = new Map()
  for (const each of main)
    for (const id of getModuleInfo(each)?.dynamicallyImportedIds ?? []) {
      const name = PAGE.exec(id)?.[1]
      if (name !== undefined) pages.set(name, withImports(id, getModuleInfo))
    }
  return { main, pages }
}

/**
 * Names the script that a module belongs to, or null for one that the bundler puts where only its pages load it. One script of many modules
 * compresses better than many small ones, and a phone takes some milliseconds for each file. So there is one for what every page needs,
 * with what home shares with the other pages that most visits begin with, and one for the parts of `platform` that many of the other pages
 * share, such as forms.
 */
function chunkName(id, { main, pages }) {
  if (REACT.test(id)) return 'react'
  if (main.has(id)) return 'main'
  const users = [...pages].filter(([, modules]) => modules.has(id)).map(([name]) => name)
  const firstUsers = users.filter(name => FIRST_PAGES.includes(name))
  if (firstUsers.length > 1) return firstUsers.includes('home') ? 'main' : 'scores'
  if (firstUsers.length === 1) return users.length > 1 && users.length <= FEW_PAGES ? firstUsers[0] : null
  return users.length >= MANY_PAGES && id.includes('/src/platform/') && !SCHEMAS.test(id) ? 'forms' : null
}

/** Returns the groups of the browser's modules, for the bundler. */
export function chunkGroups() {
  let graph = null
  return ['react', 'main', 'scores', ...FIRST_PAGES, 'forms'].map((name, index) => ({
    debugName: name,
    priority: 10 - index,
    // Not needed: what a module imports is used by at least the same pages, so no two scripts import each other.
    includeDependenciesRecursively: false,
    name: (id, context) => {
      const getModuleInfo = each => context.getModuleInfo(each)
      if (graph === null) {
        const mainId = findMain(id, getModuleInfo)
        if (mainId === null) return null
        graph = readGraph(mainId, getModuleInfo)
      }
      return chunkName(id, graph) === name ? name : null
    },
  }))
}
