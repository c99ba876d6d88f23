package org.skillshot.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
