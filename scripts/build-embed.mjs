import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** What the style names where the display font of the site is meant, whose file is the same. */
const FONT = '/__display-font.woff2'
const FONT_FILE = /^barlow-semi-condensed-.*\.woff2$/

/**
 * Builds script and style of embeds into the folder of the browser files. They are a build of their own, so that nothing of the pages gets into
 * them: the script is a plain one, without modules, because a frame in a sandbox may not load those. `.vite/embed.json` has their paths.
 */
export async function buildEmbed(shared) {
  const outDir = join(shared.root, 'dist/client')
  const font = readdirSync(join(outDir, 'assets')).find(name => FONT_FILE.test(name))
  if (font === undefined) throw new Error('The build has no display font for embeds.')
  const { output } = await build({
    ...shared,
    logLevel: 'error',
    configFile: false,
    publicDir: false,
    plugins: [
      {
        name: 'display-font',
        enforce: 'pre',
        transform: (code, id) => (id.endsWith('/frame.css') ? code.replace(FONT, `/assets/${font}`) : null),
      },
    ],
    build: {
      outDir,
      write: false,
      emptyOutDir: false,
      // The browsers of programs for broadcasts are older than those of visitors.
      target: 'es2020',
      cssTarget: 'chrome95',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(shared.root, 'src/features/embeds/ui/frame/embed.browser.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const write = (type, ending) => {
    const content = output.find(({ type: of, fileName }) => of === type && fileName.endsWith(ending))
    const text = String(content.code ?? content.source)
    const name = `embed-${createHash('sha256').update(text).digest('base64url').replace(/[^\w]/g, '').slice(0, 8)}${ending}`
    writeFileSync(join(outDir, 'assets', name), text)
    return `/assets/${name}`
  }
  writeFileSync(join(outDir, '.vite/embed.json'), JSON.stringify({ script: write('chunk', '.js'), style: write('asset', '.css') }))
}
