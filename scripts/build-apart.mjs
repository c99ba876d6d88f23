import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const FONT_FILE = /^barlow-semi-condensed-.*\.woff2$/

/**
 * Builds script and style of a document that is no page of the site into the folder of the browser files. It is a build of its own, so that
 * nothing of the pages gets into it: the script is a plain one, without modules, because a frame in a sandbox may not load those.
 * `.vite/NAME.json` has their paths.
 * @param font what a style names where the display font of the site is meant, whose file is the same; and the end of that style's path
 */
async function buildApart(shared, { name, input, target, cssTarget, font }) {
  const outDir = join(shared.root, 'dist/client')
  const fontFile = readdirSync(join(outDir, 'assets')).find(file => FONT_FILE.test(file))
  if (fontFile === undefined) throw new Error('The build has no display font.')
  const { output } = await build({
    ...shared,
    logLevel: 'error',
    configFile: false,
    publicDir: false,
    plugins: [
      {
        name: 'display-font',
        enforce: 'pre',
        transform: (code, id) => (id.endsWith(font.style) ? code.replace(font.path, `/assets/${fontFile}`) : null),
      },
    ],
    build: {
      outDir,
      write: false,
      emptyOutDir: false,
      target,
      cssTarget,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: join(shared.root, input), output: { format: 'iife' } },
    },
  })
  const write = (type, ending) => {
    const content = output.find(({ type: of, fileName }) => of === type && fileName.endsWith(ending))
    const text = String(content.code ?? content.source)
    const file = `${name}-${createHash('sha256').update(text).digest('base64url').replace(/[^\w]/g, '').slice(0, 8)}${ending}`
    writeFileSync(join(outDir, 'assets', file), text)
    return `/assets/${file}`
  }
  writeFileSync(join(outDir, `.vite/${name}.json`), JSON.stringify({ script: write('chunk', '.js'), style: write('asset', '.css') }))
}

/** Builds the files of embeds. The browsers of programs for broadcasts are older than those of visitors. */
export const buildEmbed = shared =>
  buildApart(shared, {
    name: 'embed',
    input: 'src/features/embeds/ui/frame/embed.browser.ts',
    target: 'es2020',
    cssTarget: 'chrome95',
    font: { style: '/frame.css', path: '/__display-font.woff2' },
  })

/** Builds the files of the page that reads the document of the API, and ships the licences of the package with them. */
export async function buildReader(shared) {
  await buildApart(shared, {
    name: 'reader',
    input: 'src/features/rest/ui/reader/reader.browser.ts',
    target: 'es2022',
    cssTarget: 'es2022',
    font: { style: '/tokens.css', path: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff2' },
  })
  const licences = ['LICENSE', 'NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt']
  const texts = licences.map(file => readFileSync(join(shared.root, 'node_modules/swagger-ui-dist', file), 'utf8'))
  writeFileSync(join(shared.root, 'dist/client/assets/reader-licences.txt'), texts.join('\n'))
}
