/**
 * Downloads the file at an address that this site has just given out for it. The link stands in the document while it is clicked, since the
 * app on phones listens there for links to files, which its web view cannot save itself.
 * @param filename empty: as the server says
 */
export function openDownload(url: string, filename = ''): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: filename, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
}
