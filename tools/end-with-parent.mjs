/** Loaded before every script by run.mjs: when that process is gone, however it ended, the script is asked to stop. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening must not keep a finished script alive.
process.channel?.unref();
