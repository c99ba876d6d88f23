/** The id of the notice, by which the browser finds it. */
export const OLD_NOTICE = 'maybe-old'

/** A page with the notice above it that it may be old; outside of what the browser takes over. */
export const markedOld = (html: string): string =>
  html.replace(
    '<body>\n',
    `<body>\n<p id="${OLD_NOTICE}" role="status">The site cannot reach its database just now. What you see may be old.</p>\n`,
  )
