# A bare window of WebKitGTK for WebKitWebDriver to drive: MiniBrowser's toolbar keeps its window wider
# than a phone. The first argument is a file with a script that runs at the start of each document.
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

with open(sys.argv[1], encoding='utf-8') as file:
    source = file.read()
scripts = WebKit2.UserContentManager()
scripts.add_script(
    WebKit2.UserScript.new(
        source,
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
        None,
        None,
    )
)
context = WebKit2.WebContext.new_ephemeral()


def open_view(*_):
    view = WebKit2.WebView(
        web_context=context, user_content_manager=scripts, is_controlled_by_automation=True
    )
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    # There is no window manager to do it, and nothing matches :focus without it.
    window.get_window().focus(0)
    view.connect('close', lambda _: window.destroy())
    return view


def start(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('Bare window')
    session.set_application_info(info)
    session.connect('create-web-view', open_view)


context.set_automation_allowed(True)
context.connect('automation-started', start)
Gtk.main()
