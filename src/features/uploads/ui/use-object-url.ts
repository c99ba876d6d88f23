import { useEffect, useState } from 'react'

/** An object URL of the file, revoked when the file changes or the component unmounts. Null before the first effect has run. */
export function useObjectUrl(file: Blob | null): string | null {
  const [created, setCreated] = useState<{ file: Blob; url: string } | null>(null)
  useEffect(() => {
    if (file === null) return
    const url = URL.createObjectURL(file)
    setCreated({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return created !== null && created.file === file ? created.url : null
}
