"""The wire: frames, messages, methods and the interceptor between an app and a server."""
