/** Shows a failed call. The app sets it, because this layer shows nothing. */
export const failures = { show: (_title: string, _error: Error): unknown => undefined }
